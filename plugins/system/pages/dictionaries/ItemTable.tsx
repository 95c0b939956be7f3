import { HolderOutlined } from '@ant-design/icons'
import { may } from '#providers/permissions.ts'
import { EnableSwitch } from '#shell/resource/EnableSwitch.tsx'
import { RowActions } from '#shell/resource/RowActions.tsx'
import { dictionaryItem } from '#plugins/system/dictionaries/dictionary-item.ts'
import { canDictionary } from '#plugins/system/permissions.ts'
import { BuiltIn } from './BuiltIn.tsx'
import type { DictionaryItem } from './dictionaries.ts'
import { useDictionaryText } from './text.ts'
import { type Handle, useOrder } from './use-order.ts'

interface ItemTableProps {
  readonly type: string
  /** The whole dictionary, in its order. */
  readonly items: readonly DictionaryItem[]
  /** The items that the search leaves; less than all of them cannot be put in order. */
  readonly found: readonly DictionaryItem[]
  onEdit(item: DictionaryItem): void
}

/** The choices of a dictionary in their order, which is dragged. */
export function ItemTable({ type, items, found, onEdit }: ItemTableProps) {
  const { t, locale } = useDictionaryText()
  const { shown, dragged, moved, handleOf } = useOrder(type, items)
  const canSort = may(canDictionary.edit) && found.length === items.length && items.length > 1
  const rows = canSort ? shown : found
  return (
    <div className="oa-dict-items">
      <table>
        <thead>
          <tr>
            {canSort && (
              <th scope="col" className="is-handle">
                <span className="unseen">{t('order')}</span>
              </th>
            )}
            <th scope="col">{t('label')}</th>
            <th scope="col" className="is-wide">{t('labelEn')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col" className="is-wide">{t('description')}</th>
            <th scope="col" className="is-switch">{t('enable')}</th>
            <th scope="col" className="is-actions">
              <span className="unseen">{t('more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
            <Row key={item.id} item={item} isDragged={item.id === dragged} handle={canSort ? handleOf(item.id) : undefined}
              onEdit={onEdit} />
          ))}
        </tbody>
      </table>
      <p className="unseen" role="status">
        {moved &&
          t('moved', { name: locale === 'cn' ? moved.item.label : moved.item.localName, place: moved.place, count: items.length })}
      </p>
    </div>
  )
}

interface RowProps {
  readonly item: DictionaryItem
  readonly isDragged: boolean
  /** Absent where the order stays as it is. */
  readonly handle: Handle | undefined
  onEdit(item: DictionaryItem): void
}

function Row({ item, isDragged, handle, onEdit }: RowProps) {
  const { t } = useDictionaryText()
  const look = [isDragged && 'is-dragged', !item.enable && 'is-off', 'ant-table-row'].filter(Boolean).join(' ')
  return (
    <tr className={look} data-item={item.id}>
      {handle && (
        <td className="is-handle">
          <button type="button" className="plain" aria-label={t('move', { name: item.label })} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            data-tip={t('moveHint')} {...handle}
          >
            <HolderOutlined aria-hidden />
          </button>
        </td>
      )}
      <th scope="row">
        <span lang="zh">{item.label}</span>
        {item.builtIn && <BuiltIn />}
        <small lang="en">{item.localName}</small>
      </th>
      <td className="is-wide" lang="en">{item.localName}</td>
      <td>
        <code>{item.value}</code>
      </td>
      <td className="is-wide is-remark">{item.description ?? '—'}</td>
      <td className="is-switch">
        <EnableSwitch resource={dictionaryItem} record={item} />
      </td>
      <td className="is-actions">
        <RowActions resource={dictionaryItem} record={item} onEdit={may(canDictionary.edit) ? () => onEdit(item) : undefined}
          isKept={item.builtIn} />
      </td>
    </tr>
  )
}
