/** Pages that a service, its front door or a network on the way sends in place of data; written for the tests. */
export const MAINTENANCE_PAGE =
  "<!DOCTYPE html>\n<html><head><title>Back soon</title></head><body><h1>Scheduled work</h1><p>WRONG-BODY</p></body></html>\n";

export const LOGIN_PAGE =
  '\n\n  <html lang="en"><body><form action="/login"><label>User WRONG-BODY</label></form></body></html>\n';

export const BLOCK_PAGE =
  "<html><body><h1>Access denied</h1><p>WRONG-BODY: your address sent too many requests.</p></body></html>\n";

/** The first bytes of a PNG, and then noise. */
export const IMAGE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0xff, 0xfe, 0x80, 0x81]);

/** What GitHub keeps in place of a large file; written here with a hash of zeros. */
export const LARGE_FILE_POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`;
