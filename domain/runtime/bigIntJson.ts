declare global {
  interface JSON {
    // ECMAScript 2026, which the types of TypeScript do not have yet.
    rawJSON(text: string): object;
  }
}

// JSON.stringify writes a BigInt as a number, in every module of a process that imports this one.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint) {
    return JSON.rawJSON(this.toString());
  },
});

export {};
