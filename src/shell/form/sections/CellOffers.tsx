import { Suspense } from 'react'
import type { FieldRole } from '#kernel/fields.ts'
import type { AppConfig } from '../../app-config.ts'
import { useRoutes } from '../../routing/routes-context.ts'
import type { CellName } from '../store/cell.ts'
import { useStore } from '../store/use-store.ts'

interface OfferProps {
  readonly of: FieldRole | undefined
  readonly cell: CellName
}

/** The offers of modules below a cell of a row, while the person who files the form may write it. */
export const CellOffers = ({ of: role, cell }: OfferProps) =>
  role !== undefined && cell.rowId !== undefined && <Offers of={role} cell={cell} />

function Offers({ of: role, cell }: OfferProps) {
  const { config } = useRoutes()
  const store = useStore()
  const meant = store.at === 'start' && store.editable(`${cell.key}.${cell.column}`) ? offersOf(config, role) : []
  return meant.length > 0 && <Suspense>{meant.map(({ id, component: Offer }) => <Offer key={id} cell={cell} />)}</Suspense>
}

const offersOf = ({ cellOffers = [] }: AppConfig, role: FieldRole | undefined) => cellOffers.filter((each) => each.of === role)
