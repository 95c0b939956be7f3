import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formFiles } from './form-files.ts'
import { namesOf } from './names.ts'
import { pluginFiles } from './plugin-files.ts'
import { registered } from './register.ts'

/** Writes a new module below `root` and registers both halves. Answers the files written. @throws Error where one exists */
export function writePlugin(root: string, name: string | undefined): string[] {
  const names = namesOf(name)
  const written = writeAll(root, pluginFiles(names))
  edit(root, 'resources/declarations.ts', (source) =>
    registered(source, { name: names.camel, from: `../plugins/${names.kebab}/plugin.ts` }, /(const plugins: readonly Plugin\[\] = \[)([^\]]*)(\])/))
  edit(root, 'resources/server.ts', (source) =>
    registered(source, { name: names.camel, from: `../plugins/${names.kebab}/server/plugin.ts` }, /(const serverPlugins: readonly ServerPlugin\[\] = \[)([^\]]*)(\])/))
  return written
}

/** Writes a new business type into the forms module and registers it. */
export function writeForm(root: string, name: string | undefined): string[] {
  const names = namesOf(name)
  const written = writeAll(root, formFiles(names))
  edit(root, 'plugins/forms/plugin.ts', (source) =>
    registered(source, { name: `{ ${names.camel} }`, from: `./types/general/${names.camel}/index.ts` }, /(const forms = \[)([^\]]*)(\])/))
  return written
}

function writeAll(root: string, files: Readonly<Record<string, string>>): string[] {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content, { flag: 'wx' })
  }
  return Object.keys(files)
}

function edit(root: string, path: string, change: (source: string) => string) {
  const file = join(root, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
