import type { Label, Locale } from '#kernel/wording/label.ts'
import type { Form } from '#kernel/form.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { cn, en } from '#server/messages/texts.ts'

/** A file attached to a mail. */
export interface MailFile {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** A mail: recipient, texts and link, in the recipient's language. */
export interface Mail {
  /** The same for every attempt, so that a repeated delivery can be recognised. */
  readonly name: string
  readonly locale: Locale
  readonly title: string
  readonly content: string
  /** Names of process and document; null without a document. */
  readonly process: string | null
  readonly subject: string | null
  readonly number: string | null
  readonly document: string | null
  /** The link to the document, or to the message centre. */
  readonly link: string
  readonly linkText: string
  readonly files: readonly MailFile[]
  /** The reason why the recipient gets it. */
  readonly why: string
  readonly recipient: { readonly id: string; readonly userName: string; readonly name: string; readonly email: string | null;
    readonly phone: string | null }
}

interface MailContext {
  readonly forms: ReadonlyMap<string, Form>
  readonly publicUrl: string
}

/** Reads a mail to send; undefined where its recipient was disabled or deleted. */
export async function mailOf(db: Db, { message, name }: { readonly message: string; readonly name: string },
  { forms, publicUrl }: MailContext): Promise<Mail | undefined> {
  const row = await db
    .selectFrom('message').innerJoin('sys_user', 'sys_user.id', 'message.recipient').leftJoin('document', 'document.id', 'message.document')
    .select(['message.title', 'message.en_title', 'message.content', 'message.en_content', 'message.document', 'message.params',
      'message.type as messageType'])
    .select(['sys_user.id', 'sys_user.user_name', 'sys_user.name', 'sys_user.email', 'sys_user.phone', 'sys_user.locale'])
    .select(['document.number', 'document.type', 'document.title as subject', 'document.title_en as subjectEn'])
    .where('message.id', '=', message).where('sys_user.enable', '=', true).where('sys_user.del_flag', '=', 0).executeTakeFirst()
  if (!row) return undefined
  const { locale } = row
  const form = row.type === null ? undefined : forms.get(row.type)
  const texts = locale === 'en' ? en : cn
  return {
    name,
    locale,
    ...inLanguage(row, locale),
    process: form ? labelIn(form, locale) : null,
    number: row.number,
    document: row.document,
    link: publicUrl + pathOf(form, row),
    linkText: texts[
      row.document === null
        ? (pageOf(row) === undefined ? 'message.mail.openMessages' : 'message.mail.openPage')
        : 'message.mail.open'
    ],
    files: await db.selectFrom('message_file').select(['name', 'type', 'content']).where('message', '=', message).orderBy('id').execute(),
    why: texts['message.mail.why'],
    recipient: { id: row.id, userName: row.user_name, name: nameOf(row.name, locale), email: row.email, phone: row.phone },
  }
}

interface Sentences {
  readonly title: string
  readonly en_title: string
  readonly content: string
  readonly en_content: string
  readonly subject: string | null
  readonly subjectEn: string | null
}

const inLanguage = (row: Sentences, locale: Locale) =>
  locale === 'en'
    ? { title: row.en_title, content: row.en_content, subject: row.subjectEn || row.subject }
    : { title: row.title, content: row.content, subject: row.subject }

const labelIn = (label: Label, locale: Locale) => label[locale]

interface LinkSource {
  readonly document: string | null
  readonly params: Readonly<Record<string, unknown>>
}

/** The page that a click on the message opens. */
const pathOf = (form: Form | undefined, row: LinkSource): string =>
  form && row.document !== null
    ? `${form.detailPath}?${new URLSearchParams({ procInstId: row.document })}`
    : (pageOf(row) ?? '/message-center')

/** The page in the message's parameters; undefined without one. */
function pageOf({ params: { urlPage } }: LinkSource): string | undefined {
  return typeof urlPage === 'string' && /^\/?[a-z]/i.test(urlPage) ? `/${urlPage.replace(/^\//, '')}` : undefined
}
