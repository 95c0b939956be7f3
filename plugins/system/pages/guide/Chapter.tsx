import { EditOutlined, PrinterOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import { may } from '#providers/permissions.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Markdown } from '#shell/markdown/lazy-markdown.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import { guide, guidePath, type LocalisedChapter, useGuideText } from './guide.ts'

interface ChapterProps {
  readonly shown: LocalisedChapter
  readonly previous: LocalisedChapter | undefined
  readonly next: LocalisedChapter | undefined
  onOpen(key: string): void
  onEdit(): void
}

/** One chapter to read, to print, and for its editors to change; another one begins at its top, being drawn anew. */
export function Chapter({ shown, previous, next, onOpen, onEdit }: ChapterProps) {
  const { t } = useGuideText()
  return (
    <article className="oa-guide-chapter" aria-labelledby="guide-chapter">
      <header>
        <h2 id="guide-chapter">{shown.title}</h2>
        {shown.chapter.edited && may(canUpdateLog.edit) && <em>{t('edited')}</em>}
        <span className="oa-guide-acts">
          <Button size="small" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>{t('print')}</Button>
          {may(canUpdateLog.edit) && <Editing shown={shown} onEdit={onEdit} />}
        </span>
      </header>
      <Suspense fallback={<RowsSkeleton rows={4} columns={['80%']} />}>
        <Markdown>{shown.content}</Markdown>
        <footer>
          {previous && <Button type="link" onClick={() => onOpen(previous.chapter.key)}>{`${t('previous')} · ${previous.title}`}</Button>}
          {next && <Button type="link" onClick={() => onOpen(next.chapter.key)}>{`${t('next')} · ${next.title}`}</Button>}
        </footer>
      </Suspense>
    </article>
  )
}

function Editing({ shown: { chapter, title }, onEdit }: Pick<ChapterProps, 'shown' | 'onEdit'>) {
  const { t } = useGuideText()
  const dialogs = useDialogs()
  const { run } = useCommand({ touches: [[guide]] })
  const restore = async () => {
    const { confirm } = await dialogs()
    confirm({
      title: t('restoreAsk', { name: title }),
      content: t('restoreText'),
      okText: t('restore'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: () => run((http) => http.post(`${guidePath}/${chapter.key}/restore`, { version: chapter.version })),
    })
  }
  return (
    <>
      <Button size="small" icon={<EditOutlined aria-hidden />} onClick={onEdit}>{t('edit')}</Button>
      {chapter.edited && <Button size="small" icon={<UndoOutlined aria-hidden />} onClick={() => void restore()}>{t('restore')}</Button>}
    </>
  )
}
