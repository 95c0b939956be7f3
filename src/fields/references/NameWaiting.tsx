import './references.css'

/** Placeholder for a name that is being loaded. */
export const NameWaiting = () => <span className="oa-name-waiting subtle" aria-busy />

/** A name, or its placeholder while it is being loaded. */
export const nameOrPlace = (name: string, isComing: boolean) => (isComing ? <NameWaiting /> : name)
