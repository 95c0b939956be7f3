import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { may } from '#providers/permissions.ts'
import { Icon } from '#shell/layout/Icon.tsx'
import type { MenuNode } from '#plugins/system/menu-wire.ts'
import { canMenu } from '#plugins/system/permissions.ts'
import { useMenuText } from './text.ts'

export type MenuAct = 'edit' | 'addBelow' | 'switch' | 'remove'

interface EntryPanelProps {
  readonly entry: MenuNode
  onBack?: (() => void) | undefined
  onAct(act: MenuAct): void
}

/** One entry of the menu. */
export function EntryPanel({ entry, onBack, onAct }: EntryPanelProps) {
  const { t, locale } = useMenuText()
  return (
    <>
      {onBack && <Button type="link" className="oa-split-back" onClick={onBack}>{t('back')}</Button>}
      <header className="oa-unit-head">
        <h2>
          {locale === 'cn' ? entry.name : entry.nameEn} <span className="oa-pill" data-tone="grey">{t(entry.type)}</span>
        </h2>
        <Actions entry={entry} onAct={onAct} />
      </header>
      {!entry.enable && <p className="oa-unit-warnings" role="status">{t('disabledHides')}</p>}
      <Facts entry={entry} />
    </>
  )
}

function Facts({ entry: { type, name, nameEn, icon, path, component, keepAlive, visible, enable, perms } }: { entry: MenuNode }) {
  const { t } = useMenuText()
  const answer = (isSo: boolean) => t(isSo ? 'yes' : 'no')
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('name'), name],
    [t('nameEn'), nameEn],
    [t('icon'), icon && (
      <span key="icon" className="oa-tree-entry">
        <Icon name={icon} /> {icon}
      </span>
    )],
    ...(type === 'C' ? [[t('component'), component], [t('path'), path]] as const : []),
    [t('perms'), perms],
    [t('visible'), answer(visible)],
    ...(type === 'C' ? [[t('keepAlive'), answer(keepAlive)]] as const : []),
    [t('enabled'), answer(enable)],
  ]
  return (
    <dl className="oa-unit-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ entry, onAct }: { entry: MenuNode; onAct(act: MenuAct): void }) {
  const { t } = useMenuText()
  return (
    <span className="oa-unit-actions">
      {may(canMenu.edit) && <Button onClick={() => onAct('edit')}>{t('edit')}</Button>}
      {may(canMenu.add) && entry.type !== 'F' && <Button onClick={() => onAct('addBelow')}>{t('addBelow')}</Button>}
      {may(canMenu.enable) && <Button type="text" onClick={() => onAct('switch')}>{t(entry.enable ? 'disable' : 'enable')}</Button>}
      {may(canMenu.delete) && <Removing entry={entry} onRemove={() => onAct('remove')} />}
    </span>
  )
}

/** Delete button, disabled with the reason for declared entries and those with children. */
function Removing({ entry, onRemove }: { entry: MenuNode; onRemove(): void }) {
  const { t } = useMenuText()
  const kept = entry.isDeclared ? t('declared') : entry.children.length > 0 ? t('hasChildren') : undefined
  return (
    <Tooltip title={kept}>
      <Button type="text" danger disabled={kept !== undefined} onClick={onRemove}>{t('remove')}</Button>
    </Tooltip>
  )
}
