import { resolve, join } from 'node:path'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { inputsHash } from './inputs.ts'
import { writeStamp } from './stamp.ts'

/** Compresses a build and stamps it with its inputs, so that a start can determine whether to build again. */
export function finishedBuild(): Plugin {
  let folder = ''
  let inputs = ''
  let directory = ''
  let written = false
  return {
    name: 'finished-build',
    apply: 'build',
    configResolved(config) {
      folder = config.root
      directory = resolve(config.root, config.build.outDir)
      // Before the build, so that a file saved during it leads to another build.
      inputs = inputsHash(folder)
    },
    writeBundle() {
      written = true
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        // also called after a failed build
        if (!written) return
        await compressFolder(directory)
        writeStamp(directory, { inputs, builtAt: new Date().toISOString() })
      },
    },
  }
}

/** Writes a `.br` and a `.gz` for every text file of a built folder, so that files are served without compressing them. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name)).map((entry) =>
    join(entry.parentPath, entry.name)
  )
  const queue = files.values()
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(queue)))
}

const compressible = /\.(js|css|svg|json|txt|webmanifest|map)$/

/** Minimum size to compress, bytes: a smaller file takes one packet either way. */
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
