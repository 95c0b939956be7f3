import { Button, Modal } from 'antd'
import { Fragment, useId, type ReactNode } from 'react'
import { useText } from '../text.tsx'
import { othersOf, type SearchField, useDraft, type SearchValues, withValue } from './search-field.ts'

interface FilterSheetProps {
  readonly fields: readonly SearchField[]
  readonly values: SearchValues
  /** Quick filters, applied at once. */
  readonly quick: ReactNode
  onSearch(values: SearchValues): void
  onClose(): void
}

/** The filters of a list on a phone as a sheet, with one button that applies them. */
export function FilterSheet({ fields, values, quick, onSearch, onClose }: FilterSheetProps) {
  const { t } = useText()
  const [draft, setDraft] = useDraft(values)
  const id = useId()
  const search = (values: SearchValues) => {
    onSearch(values)
    onClose()
  }
  return (
    <Modal open title={t('list.filters')} footer={null} onCancel={onClose} destroyOnHidden>
      <form className="oa-filter-sheet grid gap-4" onSubmit={(event) => {
        event.preventDefault()
        search(draft)
      }}>
        {quick}
        {fields.map(({ name, label, draw }) => (
          <Fragment key={name}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            {draw({ id: `${id}-${name}`, value: draft[name], others: othersOf(draft, name),
              onChange: (value) => setDraft(withValue(draft, name, value)), label })}
          </Fragment>
        ))}
        <div className="oa-filter-buttons elevated grid gap-8">
          <Button size="large" onClick={() => search({})}>{t('list.reset')}</Button>
          <Button size="large" type="primary" htmlType="submit">{t('list.search')}</Button>
        </div>
      </form>
    </Modal>
  )
}
