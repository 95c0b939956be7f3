/** In the place of antd's inputs that nothing here uses, which are not part of the build (`lean-libraries.ts`). */
export default function NoInput(): never {
  throw new Error('Inputs in groups and for one-time codes are not part of the build')
}
