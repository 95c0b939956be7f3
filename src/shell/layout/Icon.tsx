import { lazy, Suspense } from 'react'

const Drawn = lazy(() => import('./icon-set.tsx'))

/** An outlined icon by the name that menus and processes give; its place is kept while the set loads. */
export function Icon({ name }: { name: string | undefined | null }) {
  return (
    <span className="oa-icon" aria-hidden>
      <Suspense fallback={null}>
        <Drawn name={name ?? 'file'} />
      </Suspense>
    </span>
  )
}
