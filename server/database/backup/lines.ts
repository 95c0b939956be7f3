import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { damaged } from './format.ts'

/**
 * The lines of a gzip'd file. Only a line feed ends one: Node's readline would also break at U+2028, which people's texts contain.
 * @throws DatabaseProblem when the file is damaged; the system's error when it cannot be opened.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const file = createReadStream(path)
  file.on('error', (error) => gunzip.destroy(error)).pipe(gunzip)
  let rest: Buffer[] = []
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8')
        rest = []
        from = at + 1
      }
      rest.push(chunk.subarray(from))
    }
  } catch (error) {
    throw isOfCompression(error) ? damaged('it is cut off or altered', error) : error
  } finally {
    file.destroy()
  }
  if (rest.some((part) => part.length > 0)) throw damaged('its last line is cut off')
}

const lineFeed = 0x0a

function isOfCompression(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
