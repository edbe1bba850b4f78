/** Arguments of one function call, well below what engines allow. */
const chunkBytes = 8192;

/** Standard Base64 (RFC 4648, section 4), as providers take pictures. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return btoa(binary);
}
