// The few functions of Node that tests of the engine call.

declare module "node:fs" {
  export function readdirSync(path: string): string[];
  export function readFileSync(path: string): Uint8Array<ArrayBuffer>;
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function writeFileSync(path: string, text: string): void;
}

declare module "node:path" {
  export function join(...parts: string[]): string;
}

declare module "node:url" {
  export function fileURLToPath(url: URL): string;
}

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
