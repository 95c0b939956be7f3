import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { builtPages } from '#server/web.ts'

/** Programs of the artefact in addition to the server. */
const commands = ['archive-verify', 'backup', 'check-data', 'restore']

/** Folders with server code; the pages are in `dist`. */
const rooms = ['plugins', 'server', 'src', 'providers', 'resources'] as const

/** Files that the server reads at run time: pages and styles of the sign-in, texts of the guide. */
const isAsset = (path: string): boolean => /(^server|\/server|\/guide)\/.*\.(css|js|svg|md)$/.test(path)

/** Comments: examples in them start no thread. */
const comments = /\/\*[^]*?\*\//g

/** The reference to a worker's file in the sources. */
const threadFile = /new URL\('(?<file>\.[^']+)\.ts', import\.meta\.url\)/g

/**
 * Creates a folder that runs with Node and the production dependencies only: the server as JavaScript with every file at its original
 * path, the built pages, and a `package.json` with the same locked dependencies. It replaces an existing folder once it is complete.
 * @param root folder of the sources
 * @param output folder of the artefact
 * @throws Error of the bundler, BuildProblem of the pages
 */
export async function buildArtefact(root: string, output: string): Promise<void> {
  const fresh = `${output}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  const pages = await builtPages(root, new AbortController().signal)
  cpSync(pages.directory, join(fresh, 'dist'), { recursive: true })
  await compile(root, fresh)
  for (const path of filesIn(root).filter(isAsset)) copy(root, fresh, path)
  writePackage(root, fresh)
  rmSync(output, { recursive: true, force: true })
  renameSync(fresh, output)
}

async function compile(root: string, output: string): Promise<void> {
  const threads = new Set<string>()
  for (const path of filesIn(root).filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing/.test(file))) {
    for (const { groups } of readFileSync(join(root, path), 'utf8').replaceAll(comments, '').matchAll(threadFile))
      threads.add(join(dirname(path), `${groups?.['file']}.ts`))
  }
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: ['server/main.ts', ...commands.map((name) => `server/commands/${name}.ts`), ...threads],
    external: (id) => !/^[./#\0]/.test(id),
    plugins: [threadsAsBuilt],
  })
  await bundle.write({ dir: output, format: 'es', preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' })
  await bundle.close()
}

/** Worker threads are started from built files. */
const threadsAsBuilt: Plugin = {
  name: 'threads-as-built',
  transform: { filter: { code: /import\.meta\.url/ }, handler: (code) => code.replaceAll(threadFile, `new URL('$1.js', import.meta.url)`) },
}

function filesIn(root: string): readonly string[] {
  return rooms.flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)))
}

function copy(root: string, output: string, path: string): void {
  mkdirSync(dirname(join(output, path)), { recursive: true })
  cpSync(join(root, path), join(output, path))
}

/** Writes package.json with the same dependencies, so that the lock file is valid, and with scripts for the built files. */
function writePackage(root: string, output: string): void {
  const { imports: _, scripts: __, ...description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string,
    unknown>
  const scripts = { start: 'node --max-semi-space-size=32 server/main.js', ...Object.fromEntries(
    commands.map((
      name,
    ) => [name.replace('check-data', 'check:data').replace('archive-verify', 'archive:verify'), `node server/commands/${name}.js`]),
  ) }
  writeFileSync(join(output, 'package.json'), `${JSON.stringify({ ...description, scripts }, undefined, 2)}\n`)
  copy(root, output, 'package-lock.json')
}
