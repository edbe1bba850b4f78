import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** A digest of texts in any order: the sum of their SHA-256, as eight numbers modulo 2³². */
export class SetDigest {
  readonly #sum = new Uint32Array(8);

  add(text: string): void {
    const hash = sha256(utf8ToBytes(text));
    const view = new DataView(hash.buffer, hash.byteOffset);
    for (let i = 0; i < this.#sum.length; i++) this.#sum[i]! += view.getUint32(4 * i);
  }

  toString(): string {
    return Array.from(this.#sum, (each) => each.toString(16).padStart(8, "0")).join("");
  }
}
