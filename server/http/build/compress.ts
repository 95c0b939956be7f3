import { readFile, readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Writes a `.br` and a `.gz` beside every text file of a built folder, so that serving it costs no work. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name)).map((entry) =>
    join(entry.parentPath, entry.name)
  )
  const queue = files.values()
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(queue)))
}

const compressible = /\.(js|css|svg|json|txt|webmanifest|map)$/
/** A smaller file is one packet either way. */
const smallest = 1024

async function work(queue: Iterable<string>) {
  for (const file of queue) {
    const content = await readFile(file)
    if (content.length < smallest) continue
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      promisify(gzip)(content, { level: 9 }),
    ])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}
