/** The declarations of `declarations.ts`, which the build passes to the browser as data, in parts. */
declare module 'virtual:declarations' {
  const declarations: () => Promise<import('#shell/routing/declaration-source.ts').DeclarationSource>
  export default declarations
}
