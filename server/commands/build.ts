import { resolve } from 'node:path'
import { buildArtefact } from '#server/artefact/build.ts'
import { fail } from './command.ts'

/** `npm run build`: builds pages and server into `build/`, which runs without this project's sources and a compiler. */
try {
  await buildArtefact(process.cwd(), resolve('build'))
  console.log('已生成 / Built: build/  (npm ci --omit=dev && npm start)')
} catch (error) {
  fail(error)
}
