/** The kind of a file follows from its content, never from its name. */

/** Returns whether a file begins as a zip does; an OFD is one. */
export const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Returns whether a file begins as XML or HTML does, behind a byte order mark and blanks. */
export const isMarkup = (bytes: Uint8Array) => /^\uFEFF?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 64)))

/** Returns whether a file is a PDF; mail systems put lines before its head. */
export const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')
