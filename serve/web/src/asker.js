// Asks the server, the latest question alone: what is typed on ends the one before, here and there.

export class Asker {
  /**
   * @param {string} token
   * @param {(answer: object) => void} answered
   * @param {(text: string) => void} failed
   */
  constructor(token, answered, failed) {
    this.token = token;
    this.answered = answered;
    this.failed = failed;
    this.number = 0;
    this.page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');
  }

  async get(path) {
    const response = await fetch(path, { headers: { 'X-Opexplore-Token': this.token } });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    return answer;
  }

  async ask(question) {
    const number = ++this.number;
    if (this.running) this.running.abort();
    const running = new AbortController();
    this.running = running;
    try {
      const response = await fetch('/api/answer', {
        method: 'POST',
        headers: { 'X-Opexplore-Token': this.token, 'Content-Type': 'application/json' },
        body: JSON.stringify({ page: this.page, number, ...question }),
        signal: running.signal,
      });
      const answer = await response.json();
      if (number !== this.number || answer.superseded) return;
      if (response.ok) this.answered(answer);
      else this.failed(answer.message);
    } catch (error) {
      if (number === this.number && error.name !== 'AbortError') {
        this.failed('the server does not answer: has it been ended?');
      }
    }
  }
}
