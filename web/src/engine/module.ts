// A game's WebAssembly module: loading it, its memory, and its records. It works in a worker and in Node.

import type { Exports } from "./exports";
import { type FieldType, type RecordLayout, type Tables, WEIGHT_BYTES } from "./tables";

const ALIGNMENT = 16;
const PAGE = 65536;

/** A module, ready to be called. All pointers are numbers; memory is given out in order and taken back in order. */
export class Module {
  private top: number;

  private constructor(
    readonly exports: Exports,
    readonly tables: Tables,
  ) {
    this.top = exports.__heap_base.value;
  }

  /** Start a module that was fetched or read. */
  static async load(source: WebAssembly.Module | BufferSource, tables: Tables): Promise<Module> {
    const compiled = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(compiled, {});
    return new Module(instance.exports as unknown as Exports, tables);
  }

  /** Give out memory, filled with zeros; it stays where it is. */
  allocate(bytes: number): number {
    const at = Math.ceil(this.top / ALIGNMENT) * ALIGNMENT;
    this.top = at + bytes;
    const { memory } = this.exports;
    const missing = this.top - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    this.bytes(at, bytes).fill(0);
    return at;
  }

  /** Run something, and take back all memory that was given out meanwhile. */
  scoped<T>(run: () => T): T {
    const before = this.top;
    try {
      return run();
    } finally {
      this.top = before;
    }
  }

  /** Bytes of the memory; not to be kept, because memory that grows moves away. */
  bytes(at: number, count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer as ArrayBuffer, at, count);
  }

  /** 32-bit numbers of the memory, likewise. */
  ints(at: number, count: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, at, count);
  }

  /** Floats of the memory, likewise. */
  floats(at: number, count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, at, count);
  }

  /** Words of the memory, likewise. */
  words(at: number, count: number): BigUint64Array {
    return new BigUint64Array(this.exports.memory.buffer, at, count);
  }

  /** Copy bytes into memory that is given out. */
  place(bytes: Uint8Array): number {
    const at = this.allocate(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  /** Copy a stream into memory that is given out. */
  placeStream(stream: BigUint64Array): number {
    return this.place(new Uint8Array(stream.buffer, stream.byteOffset, stream.byteLength));
  }
}

/** Weights as they are stored: all first bytes, all second bytes, and so on, which compresses better. */
export function unpackWeights(planes: Uint8Array): Uint8Array {
  const count = planes.length / WEIGHT_BYTES;
  const weights = new Uint8Array(planes.length);
  for (let k = 0; k < planes.length; k++) weights[(k % count) * WEIGHT_BYTES + Math.floor(k / count)] = planes[k]!;
  return weights;
}

/** Read a field of a record: one number, or those of an array, row after row. */
export function readField(layout: RecordLayout, record: Uint8Array, name: string): number[] {
  const field = fieldOf(layout, name);
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const read = READERS[field.type];
  return Array.from({ length: field.count }, (_, k) => read(view, field.offset + k * field.size));
}

/** Read the only number of a field. */
export function readNumber(layout: RecordLayout, record: Uint8Array, name: string): number {
  return readField(layout, record, name)[0]!;
}

/** Read a field as bytes, such as counts that are packed into words. */
export function readBytes(layout: RecordLayout, record: Uint8Array, name: string): Uint8Array {
  const field = fieldOf(layout, name);
  return record.subarray(field.offset, field.offset + field.count * field.size);
}

function fieldOf(layout: RecordLayout, name: string): RecordLayout["fields"][string] {
  const field = layout.fields[name];
  if (field === undefined) throw new RangeError(`there is no field ${name}`);
  return field;
}

const READERS: Record<FieldType, (view: DataView, at: number) => number> = {
  i1: (view, at) => view.getInt8(at),
  u1: (view, at) => view.getUint8(at),
  i2: (view, at) => view.getInt16(at, true),
  i4: (view, at) => view.getInt32(at, true),
  i8: (view, at) => Number(view.getBigInt64(at, true)),
  u8: (view, at) => Number(view.getBigUint64(at, true)),
};
