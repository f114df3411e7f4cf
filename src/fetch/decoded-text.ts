/** Text in the charset that the header names (much of the Chinese web is GBK), else UTF-8; what fits neither becomes U+FFFD. */
export function decodedText(bytes: Uint8Array, contentType: string): string {
  const [, label = 'utf-8'] = /charset=["']?([\w-]{1,40})/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // a charset that nobody knows
  }
}
