import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { compressFolder } from './compress.ts'
import { inputsHash } from './inputs.ts'
import { writeStamp } from './stamp.ts'

/** Compresses what was built and stamps it with its inputs, so that a start knows whether to build again. */
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
      // Before the build: a file saved while it runs must lead to another build.
      inputs = inputsHash(folder)
    },
    writeBundle() {
      written = true
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        // Also called after a build that failed.
        if (!written) return
        await compressFolder(directory)
        writeStamp(directory, { inputs, builtAt: new Date().toISOString() })
      },
    },
  }
}
