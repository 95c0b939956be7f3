import { InboxOutlined } from '@ant-design/icons'
import { type DragEvent, useId, useState } from 'react'
import { useBackgroundTaskText } from './text.ts'

/** Takes one workbook, chosen or dropped. */
export function ChooseFile({ onChoose }: { onChoose(file: File): void }) {
  const { t } = useBackgroundTaskText()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const choose = (file: File | undefined) => {
    if (file) onChoose(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    choose(event.dataTransfer.files[0])
  }
  return (
    <label htmlFor={id} className={`oa-import-drop${isOver ? ' is-over' : ''}`} onDragOver={(event) => event.preventDefault()}
      onDragEnter={() => setIsOver(true)} onDragLeave={() => setIsOver(false)} onDrop={drop}
    >
      <InboxOutlined aria-hidden />
      <span>
        <b>{t('backgroundTasks.choose')}</b>
        <span className="oa-import-or">{t('backgroundTasks.drop')}</span>
      </span>
      <small>{t('backgroundTasks.hint')}</small>
      <input id={id} type="file" accept=".xls,.xlsx" aria-label={t('backgroundTasks.choose')}
        onChange={(event) => choose(event.target.files?.[0])} />
    </label>
  )
}
