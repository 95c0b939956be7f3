import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Manifest } from './manifest.ts'

/** Files of a package by name. */
export type Files = Map<string, Buffer>

export async function filesIn(zip: Buffer): Promise<Files> {
  const opened = await fromBufferPromise(zip)
  const files: Files = new Map()
  for await (const entry of opened.eachEntry()) files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  return files
}

/** Writes a modified copy of a package to a folder. @returns its path */
export async function changedPackage(zip: Buffer, folder: string, change: (files: Files) => void): Promise<string> {
  const files = await filesIn(zip)
  change(files)
  const made = new ZipFile()
  for (const [name, content] of files) made.addBuffer(content, name)
  made.end()
  const file = join(folder, `changed-${Math.random()}.zip`)
  writeFileSync(file, await buffer(made.outputStream as NodeJS.ReadableStream))
  return file
}

/** A copy of the same length with one bit flipped. */
export const changedByte = (content: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([content.subarray(0, 100), Buffer.from([(content[100] ?? 0) ^ 1]), content.subarray(101)])

export const manifestIn = (files: Files): Manifest => JSON.parse(String(files.get('manifest.json'))) as Manifest
