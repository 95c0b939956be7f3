/** In the place of the tree below antd's tables, which is not part of the build (`lean-libraries.ts`). */
function noTree(): never {
  throw new Error('Rows are no tree: choosing one chooses no other')
}

export { noTree as conductCheck, noTree as convertDataToEntities }

/** The keys with one more. */
export const arrAdd = <Key>(keys: readonly Key[], key: Key): readonly Key[] => (keys.includes(key) ? keys : [...keys, key])

/** The keys without one. */
export const arrDel = <Key>(keys: readonly Key[] | undefined, key: Key): readonly Key[] => (keys ?? []).filter((each) => each !== key)
