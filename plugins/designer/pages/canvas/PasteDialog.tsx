import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import type { FieldKind } from '#kernel/fields.ts'
import { fieldsIn, type FieldPlace, freshKey, insertField, pathOf } from '../../model/content.ts'
import { fieldOfGuess, fieldsFromCells, type GuessedField } from '../../model/from-cells.ts'
import { columnKinds, kindGroups, kindLabel } from '../../model/kinds.ts'
import { hasRoom } from '../../model/references.ts'
import { ownKeyOf } from '../../overlay/overlay.ts'
import { useDesigning } from '../designing.ts'
import { isOwnTable } from '../overlay/marks.ts'
import { useDesignerText } from '../texts.ts'

interface PasteDialogProps {
  readonly place: FieldPlace
  onClose(): void
  onAdded(path: string): void
}

/** Fields of pasted cells: the kinds are guessed, and each can be named and changed before anything is added. */
export function PasteDialog({ place, onClose, onAdded }: PasteDialogProps) {
  const { content, apply, overlay } = useDesigning()
  const { t, label } = useDesignerText()
  const [cells, setCells] = useState('')
  const [fields, setFields] = useState<readonly GuessedField[]>([])
  const kinds = place.table === undefined ? kindGroups().flatMap((group) => group.kinds) : columnKinds()
  const put = (at: number, part: Partial<GuessedField>) => setFields(fields.with(at, { ...fields[at]!, ...part }))
  const add = () => {
    let next = content
    let first: string | undefined
    for (const guess of fields) {
      const { stem, field } = fieldOfGuess(guess)
      if (!hasRoom(next, place.table)) break
      const key = freshKey(fieldsIn(next, place.table), overlay && !isOwnTable(overlay, place.table) ? ownKeyOf(stem) : stem)
      next = insertField(next, key, field, place)
      first ??= pathOf(place.table, key)
    }
    apply(next)
    onClose()
    if (first !== undefined) onAdded(first)
  }
  return (
    <Modal open width={760} title={t('fromWorkbook')} okText={t('addFields', { count: fields.length })} cancelText={t('cancel')}
      okButtonProps={{ disabled: fields.length === 0 }} onOk={add} onCancel={onClose}
    >
      <p className="oa-ff-quiet small">{t('pasteHint')}</p>
      <Input.TextArea aria-label={t('cells')} placeholder={t('pasteExample')} value={cells} autoFocus autoSize={{ minRows: 3, maxRows: 6 }}
        onChange={({ target }) => {
          setCells(target.value)
          setFields(fieldsFromCells(target.value))
        }} />
      {fields.length > 0 && (
        <table className="oa-ff-guesses">
          <thead>
            <tr>
              <th scope="col">{t('labelCn')}</th>
              <th scope="col">{t('labelEn')}</th>
              <th scope="col">{t('kind')}</th>
              <th scope="col">{t('cells')}</th>
              <th scope="col">
                <span className="unseen">{t('leaveOut')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field, at) => (
              <tr key={at}>
                <td>
                  <Input size="small" aria-label={t('labelCn')} value={field.cn} maxLength={30} onChange={({ target }) =>
                    put(at, { cn: target.value })} />
                </td>
                <td>
                  <Input size="small" aria-label={t('labelEn')} value={field.en} maxLength={60} onChange={({ target }) =>
                    put(at, { en: target.value })} />
                </td>
                <td>
                  <Select size="small" aria-label={t('kind')} value={field.kind} popupMatchSelectWidth={false} showSearch
                    optionFilterProp="label" options={kinds.map((kind) => ({ value: kind, label: label(kindLabel(kind)) }))}
                    onChange={(kind: FieldKind) => put(at, { kind })} />
                </td>
                <td className="oa-ff-quiet small">{field.samples.slice(0, 3).join(t('comma')) || '—'}</td>
                <td>
                  <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('leaveOutName', { name: label(field) })}
                    onClick={() => setFields(fields.toSpliced(at, 1))} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}
