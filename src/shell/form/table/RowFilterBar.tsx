import { SearchOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { useFormText } from '../text.ts'
import type { RowFilter } from './use-row-filter.ts'

/** Above a long table: words to find rows by, and those with something to complete or correct. */
export function RowFilterBar({ filter }: { readonly filter: RowFilter }) {
  const { t } = useFormText()
  if (!filter.isOffered) return null
  return (
    <div className="oa-rowfilter" role="search">
      <Input allowClear size="small" prefix={<SearchOutlined aria-hidden />} aria-label={t('findRows')} placeholder={t('findRows')}
        value={filter.keyword} maxLength={60} onChange={({ target }) => filter.search(target.value)} />
      {(filter.open > 0 || filter.onlyOpen) && (
        <Checkbox checked={filter.onlyOpen} onChange={({ target }) => filter.showOpen(target.checked)}>
          {t('onlyOpen', { count: filter.open })}
        </Checkbox>
      )}
      {filter.shown.length === 0 && <span role="status">{t('noRowFound')}</span>}
    </div>
  )
}
