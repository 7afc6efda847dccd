#!/usr/bin/env python3
"""What a launch costs that is run once: processor time for an instruction, by number of threads.

  whole_launches.py [--opexplore PROGRAM] [--runs N]

Each block sums up its threads' numbers in shared memory, halving the distance from barrier to barrier;
the launch has blocks of 32 to 1,024 threads, and up to 4 of these. Prints instructions, processor time
of the whole process less that of one with two threads, and the quotient: the same for each size, if the
cost is linear.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

SUM = """.version 8.0
.target sm_75
.address_size 64
.visible .entry sum(.param .u64 out) {
.shared .align 4 .b8 s[4096];
.reg .pred %p<3>;
.reg .b32 %r<12>;
.reg .b64 %rd<6>;
ld.param.u64 %rd1, [out];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ntid.x;
mov.u32 %r3, %ctaid.x;
mov.u32 %r4, s;
shl.b32 %r5, %r1, 2;
add.s32 %r5, %r4, %r5;
mov.u32 %r11, 0;
ROUND:
st.shared.u32 [%r5], %r1;
bar.sync 0;
mov.u32 %r6, %r2;
HALF:
shr.u32 %r6, %r6, 1;
setp.ge.u32 %p1, %r1, %r6;
@%p1 bra NEXT;
shl.b32 %r7, %r6, 2;
add.s32 %r7, %r5, %r7;
ld.shared.u32 %r8, [%r7];
ld.shared.u32 %r9, [%r5];
add.s32 %r9, %r9, %r8;
st.shared.u32 [%r5], %r9;
NEXT:
bar.sync 0;
setp.gt.u32 %p1, %r6, 1;
@%p1 bra HALF;
add.u32 %r11, %r11, 1;
setp.lt.u32 %p1, %r11, 8;
@%p1 bra ROUND;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra END;
mul.wide.u32 %rd2, %r3, 4;
add.s64 %rd2, %rd1, %rd2;
ld.shared.u32 %r10, [%r5];
st.global.u32 [%rd2], %r10;
END:
ret;
}
"""


def used():
    """Processor seconds of the children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opexplore", default=ROOT / "build/release/tools/opexplore")
    parser.add_argument("--runs", type=int, default=5, help="of which the least counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        module = pathlib.Path(folder) / "sum.ptx"
        module.write_text(SUM, encoding="utf-8")

        def cost(blocks, threads):
            """The least seconds of some runs, and the instructions that the report names."""
            best, text = None, ""
            for _ in range(options.runs):
                begin = used()
                run = subprocess.run([options.opexplore, module, "--grid", str(blocks), "--block", str(threads)],
                                     check=True, capture_output=True, text=True)
                best = used() - begin if best is None else min(best, used() - begin)
                text = run.stdout
            found = re.search(r"run once: (\d+) instructions", text)
            return best, int(found.group(1)) if found else 0

        start, _ = cost(1, 2)
        print(f"{'launch':>14} {'threads':>8} {'instructions':>13} {'ms':>8} {'us each':>8}")
        for blocks, threads in [(1, 32), (1, 64), (1, 128), (1, 256), (1, 512), (1, 1024), (2, 1024), (4, 1024)]:
            seconds, instructions = cost(blocks, threads)
            seconds -= start
            print(f"{f'<<<{blocks}, {threads}>>>':>14} {blocks * threads:8} {instructions:13} {1e3 * seconds:8.1f} "
                  f"{1e6 * seconds / max(instructions, 1):8.2f}")


if __name__ == "__main__":
    main()
