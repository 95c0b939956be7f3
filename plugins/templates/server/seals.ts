import './tables.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { CompanySeals } from '#server/prints/print-sources.ts'
import type { SealOfCompany } from '../wire.ts'

/** Maximum size of a seal in bytes and pixels; it is printed about three centimetres wide. */
export const largestSeal = 1_024_000
const mostPixels = 2_000

/** Provides the seals for prints of completed documents. */
export const companySeals: CompanySeals = {
  find: (db, company) =>
    db.selectFrom('company_seal').select(['image', 'type', 'width', 'height']).where('company', '=', company).executeTakeFirst(),
}

/** Repository of the companies' seals. */
export const seals = (db: Db) => ({
  /** All companies, with whether they have a seal. */
  async all(companies: readonly (Label & { readonly value: string })[]): Promise<readonly SealOfCompany[]> {
    const rows = await db.selectFrom('company_seal').leftJoin('sys_user', 'sys_user.id', 'company_seal.uploaded_by').select(['company',
      'upload_time', 'sys_user.name']).execute()
    const known = new Map(rows.map((row) => [row.company, row]))
    return companies.map(({ value, cn, en }) => {
      const row = known.get(value)
      return { company: value, cn, en, uploadedBy: row?.name ?? null, uploadTime: row ? nowOf(row.upload_time) : null }
    })
  },

  /** Adds or replaces a seal. @throws Refused if it is not a picture of a valid size */
  async put(company: string, image: Buffer, { by, at }: { readonly by: string; readonly at: Date }): Promise<void> {
    const head = imageHead(image)
    if (!head) throw refused('templates.sealPicture')
    if (Math.max(head.width, head.height) > mostPixels || Math.min(head.width, head.height) < 1) throw refused('templates.sealSize')
    const row = { image, ...head, uploaded_by: by, upload_time: at }
    await db.insertInto('company_seal').values({ company, ...row }).onConflict((conflict) => conflict.column('company').doUpdateSet(row))
      .execute()
  },

  /** Deletes a seal. @throws Missing */
  async remove(company: string): Promise<void> {
    const { numDeletedRows } = await db.deleteFrom('company_seal').where('company', '=', company).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Missing('error.missing')
  },
})

const refused = (code: string) => new Refused(code, {}, [{ field: 'file', code }])

/** Companies in the dictionary, optionally only one. @throws Missing for an unknown one */
export async function companiesOf(db: Db, company?: string): Promise<readonly (Label & { readonly value: string })[]> {
  const items = await dictionaries(db).list('company')
  if (company !== undefined && !items.some(({ value }) => value === company)) throw new Missing('error.missing')
  return items.map(({ value, label, localName }) => ({ value, cn: label, en: localName }))
}

/** Type and size in pixels of a picture, from its header. */
interface ImageHead {
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Parses the header of a PNG or JPEG; undefined for other files. */
function imageHead(bytes: Buffer): ImageHead | undefined {
  if (bytes.length > 33 && bytes.subarray(0, 8).equals(png) && bytes.toString('latin1', 12, 16) === 'IHDR')
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xff_d8 ? jpegHead(bytes) : undefined
}

/** Returns whether a JPEG marker starts a frame, which contains the size; C4, C8 and CC are other segments. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegHead(bytes: Buffer): ImageHead | undefined {
  for (let position = 2; position + 9 < bytes.length && bytes[position] === 0xff;) {
    if (isFrame(bytes[position + 1] ?? 0))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(position + 5), width: bytes.readUInt16BE(position + 7) }
    position += 2 + bytes.readUInt16BE(position + 2)
  }
  return undefined
}
