/** In the place of antd's menus in table heads, which are not part of the build (`lean-libraries.ts`). */
export default function NoTableMenu(): never {
  throw new Error('Tables have no menus in their heads and no radio buttons: filter by the search form')
}

/** antd asks for the keys of a column's filters; no column has any. */
export const flattenKeys = (): readonly string[] => []
