/** Bytes as base64, on every runtime. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  // In chunks, since the number of arguments of a call is limited.
  for (let i = 0; i < bytes.length; i += 8192) {
    binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(binary);
}
