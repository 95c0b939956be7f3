import './references.css'

/** Keeps the place of a name that is on its way. */
export const NameWaiting = () => <span className="oa-name-waiting" aria-busy />

/** A name, or its place while it is on its way. */
export const nameOrPlace = (name: string, isComing: boolean) => (isComing ? <NameWaiting /> : name)
