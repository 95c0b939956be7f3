import { nowOf } from '#kernel/values/dates.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { ListedMessage } from '#server/messages/box.ts'

/** A message as lists and sockets send it. */
export function messageOnWire(message: ListedMessage, { forms, plugins }: Pick<DocumentHost, 'forms' | 'plugins'>) {
  const form = message.form === null ? undefined : forms.get(message.form)
  const names = form ?? { cn: message.form ?? '', en: message.form ?? '' }
  return {
    id: message.id,
    businessKey: message.document,
    businessNo: message.number,
    assignee: message.recipient,
    procDefId: message.form && `${message.form}:${message.version}`,
    procInsId: message.document,
    procInstId: message.document,
    tableId: message.form?.replaceAll(/[A-Z]/g, (mail) => `_${mail.toLowerCase()}`) ?? null,
    businessType: message.form,
    messageType: message.type,
    kind: message.kind,
    icon: iconOf(message.kind, plugins),
    params: { urlPage: null, initiatorId: message.starter, businessName: bilingual(names), ...message.params },
    title: message.title,
    enTitle: message.en_title,
    content: message.content,
    enContent: message.en_content,
    processName: names.cn,
    processNameEn: names.en,
    documentTitle: message.document_title,
    documentTitleEn: message.document_title_en,
    createTime: nowOf(message.created_at),
    read: message.read_at !== null,
  }
}

/** The icon of a module's kind of message; icons of the host's kinds are in the browser. */
const iconOf = (kind: string, plugins: DocumentHost['plugins']): string | null =>
  plugins.flatMap(({ messageKinds }) => messageKinds).find(({ key }) => key === kind)?.icon ?? null
