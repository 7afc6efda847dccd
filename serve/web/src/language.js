// Highlighting of what the editor may hold: litmus tests of all dialects, and PTX.
import { StreamLanguage } from '@codemirror/language';

const instruction =
  /^(?:ld|st|atom|red|fence|membar|bar|barrier|cbar|tld|suld|sust|cold|mov|add|sub|mul|div|and|or|xor|setp|bra|goto|beq|bne|blt|bgt|ble|bge|ret|cvta|cvt|mad|shl|shr|selp|tex|sured|suatom|rmw|avdevice|visdevice|elect|shfl|vote|nanosleep|call|exit|trap)(?:\.[\w:]+)*\b/;
const word = /^[A-Za-z_$][\w$]*/;
const keyword =
  /^(?:exists|forall|filter|locations|not|cta|gpu|cluster|warp|sys|ssw|dev|int|void|if|else|while|for|return|atomic_int|atomic|true|false|satisfiable|permit|assert|check|SAT|UNSAT)$/;

/** The first line of a test says what it is and how it is called. */
function title(stream) {
  if (!stream.sol()) return null;
  if (stream.match(/^(?:PTX|GPU_PTX|C|VULKAN|Vulkan|X86|RISCV|AArch64)(?=\s)/)) return 'keyword';
  return null;
}

function token(stream, state) {
  if (state.comment) {
    if (stream.match(/^.*?\*\)/)) state.comment = false;
    else stream.skipToEnd();
    return 'comment';
  }
  if (state.quoted) {
    if (stream.match(/^[^"]*"/)) state.quoted = false;
    else stream.skipToEnd();
    return 'string';
  }
  if (stream.eatSpace()) return null;
  if (stream.match('(*')) {
    state.comment = true;
    return 'comment';
  }
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match('"')) {
    state.quoted = true;
    return token(stream, state) && 'string';
  }
  const found = title(stream);
  if (found) return found;
  if (stream.match(/^P\d+(?=[@:\s(|;])/)) return 'typeName';
  if (stream.match(/^(?:~exists|\/\\|\\\/|==|!=|&&|\|\||[=<>~]=?)/)) return 'operator';
  if (stream.match(/^[|;]/)) return 'separator';
  if (stream.match(/^%[\w.]+/)) return 'variableName.special';
  if (stream.match(/^\.[A-Za-z][\w.]*/)) return 'meta';
  if (stream.match(/^-?(?:0x[\da-fA-F]+|\d+)\b/)) return 'number';
  if (stream.match(/^[A-Za-z_$][\w$]*:(?!:)/)) return 'labelName';
  if (stream.match(instruction)) return 'propertyName';
  const name = stream.match(word);
  if (name) return keyword.test(name[0]) ? 'keyword' : /^(?:r\d+|p\d+)$/.test(name[0]) ? 'variableName.special' : 'variableName';
  stream.next();
  return null;
}

export const litmus = StreamLanguage.define({
  name: 'litmus',
  startState: () => ({ comment: false, quoted: false }),
  token,
  languageData: { commentTokens: { block: { open: '(*', close: '*)' } } },
});
