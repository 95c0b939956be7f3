import { ApartmentOutlined, BankOutlined, GlobalOutlined, WarningOutlined } from '@ant-design/icons'
import { useCallback } from 'react'
import { may } from '#providers/permissions.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import type { UnitNode, UnitType } from '#plugins/system/unit-wire.ts'
import { MovableTree } from '../tree/MovableTree.tsx'
import type { TreeMove } from '../tree/moves.ts'
import { useOrganisationText } from './text.ts'

const icons: Readonly<Record<UnitType, typeof BankOutlined>> = { GROUP: GlobalOutlined, ENTERPRISE: BankOutlined,
  DEPARTMENT: ApartmentOutlined }

interface UnitTreeProps {
  readonly nodes: readonly UnitNode[]
  readonly selected: string | undefined
  readonly isSearch: boolean
  onSelect(id: string): void
  onMove(move: TreeMove): void
}

/** Units with how many people they have, and a sign where requests would find no approver. */
export function UnitTree({ nodes, selected, isSearch, onSelect, onMove }: UnitTreeProps) {
  const { t, name } = useOrganisationText()
  const draw = useCallback((node: UnitNode) => {
    const Icon = icons[node.type]
    const look = ['oa-tree-entry', !node.enable && 'is-off', (!node.isKept || !node.isMatch) && 'is-way'].filter(Boolean).join(' ')
    return (
      <span className={look}>
        <Icon aria-hidden />
        <span className="cut" title={name(node.name)}>{name(node.name)}</span>
        {node.people > 0 && <span className="num">{node.people}</span>}
        {node.warnings.length > 0 && <WarningOutlined aria-label={node.warnings.map((warning) => t(warning)).join('; ')} />}
        {!node.enable && <span className="unseen">{t('off')}</span>}
      </span>
    )
  }, [name, t])
  return (
    <MovableTree nodes={nodes} label={t('tree')} hint={t('treeHint')} selected={selected} isSearch={isSearch} draw={draw}
      onSelect={onSelect} onMove={may(canOrganisation.edit) && !isSearch ? onMove : undefined} />
  )
}
