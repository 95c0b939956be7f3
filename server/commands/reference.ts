import { readFileSync, writeFileSync } from 'node:fs'
import { sources } from '#server/architecture-tests/sources.ts'
import { pointFile, pointGuides, withPoints } from './extension-points-text.ts'
import { referencePath, referenceText } from './reference-text.ts'

/** `npm run reference` writes into the guides what doc comments say: the attributes of declarations and the extension points of modules. */
writeFileSync(referencePath, referenceText((path) => readFileSync(path, 'utf8')))
for (const [path, locale] of pointGuides)
  writeFileSync(path, withPoints(readFileSync(path, 'utf8'), sources(['plugins'], pointFile), locale))
