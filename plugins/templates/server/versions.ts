import { Missing } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { newId } from '#server/identity/id.ts'
import type { ImportTarget, TemplateVersion } from '../wire.ts'
import './tables.ts'

export interface NewTemplate {
  readonly name: string
  /** Undefined for a print template. */
  readonly target?: ImportTarget
  /** Business type printed with the template. */
  readonly businessType: string | null
  readonly company: string | null
  readonly language: 'cn' | 'en'
}

export interface TemplateFile {
  readonly fileName: string
  readonly content: Buffer
  readonly sha256: string
}

interface VersionAuthor {
  readonly caller: Pick<Caller, 'id'>
  readonly at: Date
}

/** Templates with their versions, one of which is current. */
export const templates = (db: Db) => ({
  /** Inserts a template with its first file. @throws a violated `sys_template_enabled` where one is already enabled */
  async add({ name, target, businessType, company, language }: NewTemplate, file: TemplateFile,
    { caller, at }: VersionAuthor): Promise<string> {
    const id = newId()
    await db.insertInto('sys_template').values({ id, name, ...purposeOf(target, businessType), company, language, file_name: file.fileName,
      file_version: 1, uploaded_by: caller.id, upload_time: at, create_by: caller.id, update_by: caller.id, create_time: at,
      update_time: at }).execute()
    await insertVersion(db, { template: id, number: 1, ...file, restoredFrom: null }, { caller, at })
    return id
  },

  /** Template by id. @throws Missing */
  async one(id: string) {
    const row = await db.selectFrom('sys_template').selectAll().where('id', '=', id).where('del_flag', '=', 0).executeTakeFirst()
    return row ?? missing()
  },

  /** Adds a version and makes it current; returns its number. @throws Missing */
  async renew(id: string, file: TemplateFile & { readonly restoredFrom: number | null }, { caller, at }: VersionAuthor): Promise<number> {
    const before = await db.selectFrom('sys_template').select(['file_version', 'version']).where('id', '=', id).where('del_flag', '=', 0)
      .forUpdate().executeTakeFirst()
    if (!before) return missing()
    const { last } = await db.selectFrom('sys_template_version').select(({ fn }) => fn.max('number').as('last')).where('template', '=', id)
      .executeTakeFirstOrThrow()
    const number = last + 1
    await insertVersion(db, { template: id, number, ...file }, { caller, at })
    await db.updateTable('sys_template').set({ file_name: file.fileName, file_version: number, uploaded_by: caller.id, upload_time: at,
      update_by: caller.id, update_time: at, version: before.version + 1 }).where('id', '=', id).execute()
    return number
  },

  /** File of a version. @throws Missing */
  async file(id: string, number: number): Promise<TemplateFile> {
    const row = await db.selectFrom('sys_template_version').innerJoin('sys_template', 'sys_template.id', 'sys_template_version.template')
      .where('sys_template.del_flag', '=', 0)
      .select(['sys_template_version.file_name as fileName', 'content', 'sha256']).where('template', '=', id).where('number', '=', number)
      .executeTakeFirst()
    if (!row) throw new Missing('templates.noVersion')
    return row
  },

  /** Versions, newest first; at most 200. */
  async history(id: string): Promise<readonly TemplateVersion[]> {
    const rows = await db.selectFrom('sys_template_version as version').leftJoin('sys_user', 'sys_user.id', 'version.uploaded_by')
      .select(['version.number', 'version.file_name', 'version.size', 'version.uploaded_by', 'version.upload_time', 'version.restored_from',
        'sys_user.name'])
      .where('version.template', '=', id).orderBy('version.number', 'desc').limit(200).execute()
    return rows.map((row) => ({ number: row.number, fileName: row.file_name, size: row.size, uploadedBy: row.name ?? row.uploaded_by,
      uploadTime: nowOf(row.upload_time), restoredFrom: row.restored_from })
    )
  },
})

const purposeOf = (target: ImportTarget | undefined, businessType: string | null) =>
  target
    ? ({ kind: 'import', business_type: target.businessType, target: target.target, target_name: `${target.cn}/${target.en}` } as const)
    : ({ kind: 'print', business_type: businessType } as const)

interface Version extends TemplateFile {
  readonly template: string
  readonly number: number
  readonly restoredFrom: number | null
}

const insertVersion = (db: Db, { template, number, fileName, content, sha256, restoredFrom }: Version, { caller, at }: VersionAuthor) =>
  db.insertInto('sys_template_version').values({ template, number, file_name: fileName, size: content.length, sha256, content,
    uploaded_by: caller.id, upload_time: at, restored_from: restoredFrom }).execute()

function missing(): never {
  throw new Missing('error.missing')
}
