import { Missing, Refused } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { CompanySeals } from '#server/prints/seal.ts'
import type { SealOfCompany } from '../wire.ts'
import { imageHead } from './image-head.ts'
import './tables.ts'

/** Bytes and pixels of a seal: it is printed some three centimetres wide. */
export const largestSeal = 1_024_000
const mostPixels = 2_000

/** The seals that prints of completed documents bear. */
export const companySeals: CompanySeals = {
  find: (db, company) =>
    db.selectFrom('company_seal').select(['image', 'type', 'width', 'height']).where('company', '=', company).executeTakeFirst(),
}

/** Reads and writes the seals of companies. */
export const seals = (db: Db) => ({
  /** Every company with whether it has a seal. */
  async all(companies: readonly (Label & { readonly value: string })[]): Promise<readonly SealOfCompany[]> {
    const rows = await db.selectFrom('company_seal').leftJoin('sys_user', 'sys_user.id', 'company_seal.uploaded_by').select(['company',
      'upload_time', 'sys_user.name']).execute()
    const known = new Map(rows.map((row) => [row.company, row]))
    return companies.map(({ value, cn, en }) => {
      const row = known.get(value)
      return { company: value, cn, en, uploadedBy: row?.name ?? null, uploadTime: row ? nowOf(row.upload_time) : null }
    })
  },

  /** Puts a seal in the place of the one before. @throws Refused for what is no picture of the right size */
  async put(company: string, image: Buffer, { by, at }: { readonly by: string; readonly at: Date }): Promise<void> {
    const head = imageHead(image)
    if (!head) throw refused('templates.sealPicture')
    if (Math.max(head.width, head.height) > mostPixels || Math.min(head.width, head.height) < 1) throw refused('templates.sealSize')
    const row = { image, ...head, uploaded_by: by, upload_time: at }
    await db.insertInto('company_seal').values({ company, ...row }).onConflict((conflict) => conflict.column('company').doUpdateSet(row))
      .execute()
  },

  /** @throws Missing */
  async remove(company: string): Promise<void> {
    const { numDeletedRows } = await db.deleteFrom('company_seal').where('company', '=', company).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Missing('error.missing')
  },
})

const refused = (code: string) => new Refused(code, {}, [{ field: 'file', code }])

/** The companies of the group, as the dictionary has them. @throws Missing for one that there is not */
export async function companiesOf(db: Db, company?: string): Promise<readonly (Label & { readonly value: string })[]> {
  const items = await dictionaries(db).list('company')
  if (company !== undefined && !items.some(({ value }) => value === company)) throw new Missing('error.missing')
  return items.map(({ value, label, localName }) => ({ value, cn: label, en: localName }))
}
