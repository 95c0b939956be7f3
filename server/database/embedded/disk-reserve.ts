import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, statfs } from 'node:fs/promises'

/** Free room on the disk of that folder, bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Keeps some room aside: with a full disk PostgreSQL stops for good, and needs a little of it to come back.
 * No reserve is made where it would itself fill the disk, of which so much is free.
 */
export async function reserveDisk(path: string, { bytes, free }: { bytes: number; free: number }): Promise<boolean> {
  if (bytes === 0 || existsSync(path)) return true
  if (free < 4 * bytes) return false
  const unfinished = `${path}.unfinished`
  const file = await open(unfinished, 'w', 0o600)
  try {
    // Random: zeros would take no room on a compressing file system.
    const block = randomBytes(1024 * 1024)
    for (let written = 0; written < bytes; written += block.length) await file.write(block)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  return true
}

/** Gives the room back; answers whether there was any. */
export function releaseDiskReserve(path: string): boolean {
  const there = existsSync(path)
  rmSync(path, { force: true })
  rmSync(`${path}.unfinished`, { force: true })
  return there
}
