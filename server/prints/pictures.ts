import { buffer } from 'node:stream/consumers'
import type { Db } from '#server/database/tables.ts'
import type { Storage } from '#server/attachments/storage/storage.ts'
import { demandBytes, verifiedBytes } from '#server/attachments/inspection/verification.ts'
import type { PrintedPictures } from './printout.ts'
import type { PrintedDocument } from './sections.ts'

/** Of a field: more stand with the document only, by their names. */
const most = 4
/** Bytes of one picture. A photo is set as it is; a larger one costs more paper than it shows. */
const largest = 6 * 1024 * 1024
const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png' }

interface Shelf {
  readonly db: Db
  readonly storage: Storage
}

/** The photos of a document that its form wants on paper, as far as its reader is shown them; one that is damaged is left out. */
export async function printedPictures({ db, storage }: Shelf,
  { form, value, view, visible }: PrintedDocument): Promise<readonly PrintedPictures[]> {
  const { photos = [] } = form.print || {}
  const found: PrintedPictures[] = []
  for (const key of photos.filter((name) => visible(name).visible)) {
    const images = await imagesOf({ db, storage }, value[key])
    const title = form.fields[key]?.[view.locale]
    if (title !== undefined && images.length > 0) found.push({ title, images })
  }
  return found
}

const isIds = (ids: unknown): ids is readonly string[] => Array.isArray(ids) && ids.length > 0

async function imagesOf({ db, storage }: Shelf, ids: unknown): Promise<PrintedPictures['images']> {
  if (!isIds(ids)) return []
  const rows = await db.selectFrom('attachment').select(['id', 'real_name', 'file_type', 'path', 'size', 'sha256']).where('id', 'in', [
    ...ids,
  ]).where('absent_since', 'is', null)
    .execute()
  const files = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []).filter(({ file_type: type, size }) =>
    type in types && Number(size) <= largest
  )
  const images: PrintedPictures['images'][number][] = []
  for (const file of files.slice(0, most)) {
    const bytes = await demandBytes(storage, [file]).then(() => buffer(verifiedBytes(storage, file))).catch(() => undefined)
    if (bytes) images.push({ name: file.real_name, image: `data:${types[file.file_type]};base64,${bytes.toString('base64')}` })
  }
  return images
}
