import { useState } from 'react'

const remembered = 'oa.favourites'

/** The forms starred by the user, stored in this browser. */
export function useFavourites() {
  const [starred, setStarred] = useState(read)
  const toggle = (businessType: string) => {
    const next = new Set(starred)
    if (!next.delete(businessType)) next.add(businessType)
    localStorage.setItem(remembered, JSON.stringify([...next]))
    setStarred(next)
  }
  return { starred, toggle }
}

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(remembered) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : [])
  } catch {
    return new Set()
  }
}
