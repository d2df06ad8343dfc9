/** Header fields as they were on the wire: in order, repeated, spelled as sent, one character per byte. */
export type Field = readonly [name: string, value: string];

/** Fields of one message, looked up without regard to case. */
export class Fields {
  readonly list: readonly Field[];

  constructor(list: readonly Field[]) {
    this.list = list;
  }

  /** Node's flat list of names and values. */
  static fromFlat(flat: readonly string[]): Fields {
    return new Fields(flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] ?? ""] as const] : [])));
  }

  static fromLines(lines: readonly string[]): Fields {
    return new Fields(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
      }),
    );
  }

  /** Every value of a field, line by line. */
  all(name: string): string[] {
    return this.list.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  }

  /** The value of a field, its lines joined; `undefined` where there is none. */
  get(name: string): string | undefined {
    const values = this.all(name);
    return values.length === 0 ? undefined : values.join(", ");
  }

  /** The names that are there, in lower case, sorted, each once. */
  names(): string[] {
    return [...new Set(this.list.map(([name]) => name.toLowerCase()))].sort();
  }
}
