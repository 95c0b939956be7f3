import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import { Markdown } from '#shell/markdown/lazy-markdown.ts'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import type { UpdateEntry } from '#plugins/system/update-wire.ts'
import { useUpdateText } from './updates.ts'
import type { EntryActs } from './use-acts.ts'

interface EntryProps {
  readonly entry: UpdateEntry
  readonly isNew: boolean
  readonly acts: EntryActs
  onEdit(): void
}

/** One release: its day and version, what changed, and what its editors may do. */
export function Entry({ entry, isNew, acts, onEdit }: EntryProps) {
  const { t, label } = useUpdateText()
  const { id, version, title, enTitle, content, enContent, publishTime } = entry
  return (
    <article className="oa-update" id={id} aria-labelledby={`${id}-title`}>
      <header>
        {publishTime ? <time className="num">{publishTime.slice(0, 10)}</time> : <em>{t('draft')}</em>}
        <small className="num">{version}</small>
        {isNew && <em className="is-new">{t('unseen')}</em>}
      </header>
      <div>
        <div className="oa-update-head">
          <h2 id={`${id}-title`}>{label({ cn: title, en: enTitle })}</h2>
          <Acts entry={entry} acts={acts} onEdit={onEdit} />
        </div>
        <Markdown>{label({ cn: content, en: enContent })}</Markdown>
      </div>
    </article>
  )
}

function Acts({ entry, acts, onEdit }: Omit<EntryProps, 'isNew'>) {
  const { t } = useUpdateText()
  const { version, publishTime } = entry
  return (
    <span className="oa-update-acts">
      {may(canUpdateLog.publish) && (publishTime
        ? <Button type="link" size="small" onClick={() => void acts.withdraw(entry)}>{t('withdraw')}</Button>
        : <Button type="link" size="small" onClick={() => void acts.publish(entry)}>{t('publish')}</Button>)}
      {may(canUpdateLog.edit) && (
        <Button type="text" size="small" icon={<EditOutlined aria-hidden />} aria-label={`${t('edit')} ${version}`} data-tip={t('edit')}
          onClick={onEdit} />
      )}
      {may(canUpdateLog.delete) && (
        <Button type="text" size="small" icon={<DeleteOutlined aria-hidden />} aria-label={`${t('remove')} ${version}`}
          data-tip={t('remove')} onClick={() => void acts.remove(entry)} />
      )}
    </span>
  )
}
