/** The address of an empty database. A schema of its own is one, and takes less time to make: `await ownUrl(postgres.url)`. */
export declare function ownUrl(url: string): Promise<string>;
