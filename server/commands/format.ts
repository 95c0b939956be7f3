import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFormatter } from './formatter.ts'
import { layOutStyleSheet } from './style-sheet-layout.ts'

/**
 * `npm run format` formats every TypeScript file and style sheet of the project; with `--check` it only lists unformatted ones. Exit code:
 * 0 done, 1 unformatted files, 2 usage error.
 */
const [mode, ...rest] = process.argv.slice(2)
if ((mode !== undefined && mode !== '--check') || rest.length > 0) {
  console.error('用法 / Usage: npm run format [-- --check]')
  process.exit(2)
}
const isCheck = mode === '--check'
const format = createFormatter()
const rooms = ['bench', 'e2e', 'plugins', 'providers', 'resources', 'server', 'src']
const isSource = (path: string) => /\.(?:tsx?|css)$/.test(path)
const paths = [...readdirSync('.').filter(isSource),
  ...rooms.flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(isSource).map((path) => join(room, path)))]
const changed = paths.filter((path) => {
  const text = readFileSync(path, 'utf8')
  const laidOut = path.endsWith('.css') ? layOutStyleSheet(text) : format(path, text)
  if (laidOut === text) return false
  if (!isCheck) writeFileSync(path, laidOut)
  return true
})
if (changed.length > 0) console.log(changed.join('\n'))
if (isCheck && changed.length > 0) {
  const files = changed.length === 1 ? '1 file is' : `${changed.length} files are`
  console.error(`${changed.length} 个文件格式不符，请运行 npm run format / ${files} not laid out: run npm run format`)
  process.exitCode = 1
}
