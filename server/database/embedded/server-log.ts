import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

/** The file that PostgreSQL writes its messages to; a pipe to us would break with us. */
export interface ServerLog {
  readonly descriptor: number
  /** The last part of what was written since `startTail`. */
  tail(): string
  /** From here on `tail` looks. */
  startTail(): void
  /** Empties the file when it has grown beyond its limit. */
  trim(): void
  close(): void
}

/** Opens the log of the embedded server for writing by the server and reading here. It is emptied where it grows too long. */
export function openServerLog(path: string): ServerLog {
  // Appending: after truncation the server goes on at the new end.
  const descriptor = openSync(path, 'a+', 0o600)
  let from = fstatSync(descriptor).size
  return {
    descriptor,
    tail: () => readFrom(descriptor, Math.max(from, fstatSync(descriptor).size - 4_000)),
    startTail: () => {
      from = fstatSync(descriptor).size
    },
    trim: () => {
      if (fstatSync(descriptor).size < limit) return
      ftruncateSync(descriptor, 0)
      from = 0
    },
    close: () => closeSync(descriptor),
  }
}

/** Bytes. */
const limit = 8 * 1024 * 1024

function readFrom(descriptor: number, position: number): string {
  const buffer = Buffer.alloc(4_000)
  return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, position)).trim()
}
